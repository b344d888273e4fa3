# SPDX-License-Identifier: Apache-2.0
"""Leads links to files outside of docs/ to the repository, and fails the build if such a file does not exist."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from mkdocs.plugins import get_plugin_logger

LINK = re.compile(r"(\]\(|\b(?:href|src|srcset)=\")([^)\s\"]+)")
FENCE = re.compile(r"(?ms)^( *)```.*?^\1```$")
log = get_plugin_logger("repository_links")


def on_page_markdown(markdown, page, config, files):
    docs = Path(config.docs_dir).resolve()
    place = (docs / page.file.src_uri).parent

    def outside(match):
        link = urlsplit(match.group(2))
        target = (place / link.path).resolve()
        if link.scheme or not link.path or not is_outside(target, docs, files):
            return match.group(0)
        if not target.exists():
            log.warning("%s: no such file: %s", page.file.src_uri, match.group(2))
        address = config.extra["repository"] + target.relative_to(docs.parent).as_posix()
        return match.group(1) + address + ("#" + link.fragment if link.fragment else "")

    parts = []
    end = 0
    for fence in FENCE.finditer(markdown):
        parts += [LINK.sub(outside, markdown[end : fence.start()]), fence.group(0)]
        end = fence.end()
    return "".join(parts) + LINK.sub(outside, markdown[end:])


def is_outside(target, docs, files):
    """Directories and excluded files below docs/ are no pages of the site either."""
    if docs not in target.parents:
        return True
    return target.is_dir() or target.exists() and files.get_file_from_path(target.relative_to(docs).as_posix()) is None
