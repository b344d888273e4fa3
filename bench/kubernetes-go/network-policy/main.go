// SPDX-License-Identifier: Apache-2.0

// What makes NetworkPolicies hold on the node: the firewall part of kube-router, and no other part of it.
package main

import (
	"log"
	"os"
	"sync"

	"github.com/cloudnativelabs/kube-router/v2/pkg/controllers/netpol"
	"github.com/cloudnativelabs/kube-router/v2/pkg/healthcheck"
	"github.com/cloudnativelabs/kube-router/v2/pkg/options"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: network-policy KUBECONFIG NODE CLUSTER_IP_RANGE")
	}
	config := options.NewKubeRouterConfig()
	config.EnableIPv4 = true
	config.HostnameOverride = os.Args[2]
	config.ClusterIPCIDRs = []string{os.Args[3]}
	if err := run(os.Args[1], config); err != nil {
		log.Fatal(err)
	}
}

func run(kubeconfig string, config *options.KubeRouterConfig) error {
	cluster, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(cluster)
	if err != nil {
		return err
	}
	stop := make(chan struct{})
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()
	namespaces := factory.Core().V1().Namespaces().Informer()
	policies := factory.Networking().V1().NetworkPolicies().Informer()
	factory.Start(stop)
	factory.WaitForCacheSync(stop)

	tables, sets, err := netpol.NewIPTablesHandlers(config)
	if err != nil {
		return err
	}
	var lock sync.Mutex
	controller, err := netpol.NewNetworkPolicyController(client, config, pods, policies, namespaces, &lock, tables, sets)
	if err != nil {
		return err
	}
	for _, add := range []func() error{
		func() error { _, err := pods.AddEventHandler(controller.PodEventHandler); return err },
		func() error { _, err := namespaces.AddEventHandler(controller.NamespaceEventHandler); return err },
		func() error { _, err := policies.AddEventHandler(controller.NetworkPolicyEventHandler); return err },
	} {
		if err := add(); err != nil {
			return err
		}
	}
	health := make(chan *healthcheck.ControllerHeartbeat)
	go func() {
		for range health { // nobody asks, but it must not wait
		}
	}()
	var running sync.WaitGroup
	running.Add(1)
	controller.Run(health, stop, &running)
	return nil
}
