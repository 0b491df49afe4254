import { publish } from '../src/publish/publish';
import { readSettings } from '../src/settings';
import { openSiteStore } from '../src/store/open-site-store';

// The storing step of `release publish`. Arguments: name and folder of a built package.
const [name = '', folder = ''] = process.argv.slice(2);

const { dataDir, objectStore } = readSettings(process.env, process.cwd());
void publish(openSiteStore(dataDir, objectStore), { name, folder });
