import { changeSite } from '@site/release-core/changes/change';
import { decideActivation } from '@site/release-core/changes/decide';
import { decideRollback } from '@site/release-core/changes/roll-back';
import { openSiteStore } from '@site/release-core/store/store';
import { readSettings } from '../src/read-site-data';

// Makes one change after the other: "booking@1.0.0-b" activates, "booking" rolls back.
const { dataDir, objectStore } = readSettings(process.env, process.cwd());
const store = openSiteStore(dataDir, objectStore);

async function changeAll() {
  for (const word of process.argv.slice(2)) {
    const [name = '', id] = word.split('@');
    await changeSite(store, word, (current) =>
      id
        ? decideActivation(store, current, { chosen: [{ name, id }], isResuming: true })
        : decideRollback(store, current, [{ name }]),
    );
  }
}
void changeAll();
