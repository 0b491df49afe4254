import { exampleRelease } from '@site/release-core/tests/support/example-release';
import { TYPES_FILE } from '@site/release-core/types/stored-types';
import { describeOmissions } from './omissions';

const builtWith = (sharedUi: object, maps: ReadonlyMap<string, Buffer>) => {
  const node = new Map([[TYPES_FILE, Buffer.from(JSON.stringify({ sharedUi, host: {} }))]]);
  const release = exampleRelease({ requires: { ...exampleRelease().requires, sharedUi: ['Button'] } });
  return { release, node, maps, client: new Map(), provenance: { commit: '', author: '', isDirty: null } };
};

test('tells what an activation and the failures of a release cannot show', () => {
  expect(describeOmissions(builtWith({}, new Map()))).toEqual([
    'Its build.json has no types: an activation compares only the names that it requires.',
    'Its build has no source maps in dist/maps: failures will show no line of its sources.',
  ]);
});

test('tells nothing of a complete build', () => {
  const maps = new Map([['remoteEntry.js', Buffer.from('{}')]]);
  expect(describeOmissions(builtWith({ Button: { hash: '1', text: '' } }, maps))).toEqual([]);
});
