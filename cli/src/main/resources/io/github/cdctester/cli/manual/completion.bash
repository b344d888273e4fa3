# Completes cdc-tester's commands, options and values: in bash, and in zsh by its bashcompinit.
# Made by the build from the commands themselves. To use it: source this file.
if [[ -n ${ZSH_VERSION-} ]]; then
    autoload -U +X compinit && compinit
    autoload -U +X bashcompinit && bashcompinit
fi

_cdc_tester() {
    local current=${COMP_WORDS[COMP_CWORD]} option='' before='' command='' script='' offered='' values='' kind='' apart='' word i
    COMPREPLY=()
    # bash takes --option=value for three words, zsh for one
    if [[ $current == --*=* ]]; then
        option=${current%%=*}
        before=$option=
        current=${current#*=}
    elif [[ $current == '=' ]]; then
        option=${COMP_WORDS[COMP_CWORD - 1]}
        current=''
    elif ((COMP_CWORD > 2)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == '=' ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $current != -* ]]; then
        option=${COMP_WORDS[COMP_CWORD - 1]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case $word in
            %COMMANDS%)
                command=$word
                break
                ;;
            %WORKLOADS%) script=$word ;;
        esac
    done
    case $command in
        '')
            offered='%OPTIONS%'
            if [[ -n $script ]]; then
                offered+=' %BEHIND%'
            else
                offered+=' %WORDS%'
            fi
            ;;
%CASES%    esac
    case $kind in
        nothing) return ;;
        files)
            compopt -o filenames 2>/dev/null
            while IFS= read -r word; do
                COMPREPLY+=("$before$word")
            done < <(compgen -f -- "$current")
            return
            ;;
        values) offered=$values ;;
        *)
            # a directory's or a file's name, where the command takes one
            if [[ -n $kind && $current != -* ]]; then
                compopt -o filenames 2>/dev/null
                while IFS= read -r word; do
                    COMPREPLY+=("$word")
                done < <(compgen -f -- "$current")
                return
            fi
            ;;
    esac
    # where no blank can be kept from behind the =, as in zsh, the value is the next word
    type compopt >/dev/null 2>&1 || apart=yes
    for word in $(compgen -W "$offered" -- "$current"); do
        [[ -z $apart ]] || word=${word%=}
        COMPREPLY+=("$before$word")
    done
    if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

complete -F _cdc_tester cdc-tester
