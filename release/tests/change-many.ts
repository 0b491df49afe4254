import { changeIndex } from '../src/changes/change-index';
import { decideActivation } from '../src/changes/decide';
import { decideRollback } from '../src/changes/decide-rollback';
import { readSettings } from '../src/settings';
import { openSiteStore } from '../src/store/open-site-store';

// Makes one change after the other: "booking@1.0.0-b" activates, "booking" rolls back.
const { dataDir, objectStore } = readSettings(process.env, process.cwd());
const store = openSiteStore(dataDir, objectStore);

async function changeAll() {
  for (const word of process.argv.slice(2)) {
    const [name = '', id] = word.split('@');
    await changeIndex(store, word, (current) =>
      id ? decideActivation(store, current, { chosen: [{ name, id }] }) : decideRollback(store, current, [{ name }]),
    );
  }
}
void changeAll();
