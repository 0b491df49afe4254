import type { ReadyRelease } from '@site/release-core/publish/add-release';
import { TYPES_FILE } from '@site/release-core/types/stored-types';

/** What the site cannot do for a release whose builder left something out, in sentences. */
export function describeOmissions({ release, node, maps }: ReadyRelease): string[] {
  const { sharedUi, host } = JSON.parse(String(node.get(TYPES_FILE)));
  const { requires } = release;
  const isUntyped = Object.keys({ ...sharedUi, ...host }).length === 0;
  return [
    ...(isUntyped && requires.sharedUi.length + requires.host.length > 0
      ? ['Its build.json has no types: an activation compares only the names that it requires.']
      : []),
    ...(maps?.size ? [] : ['Its build has no source maps in dist/maps: failures will show no line of its sources.']),
  ];
}
