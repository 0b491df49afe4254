import { openSiteStore } from '@site/release-core/store/store';
import { readSettings } from '@site/release-server/read-site-data';
import { publishBuilt } from '../src/publish/built-release';

// The storing step of `release publish`. Arguments: name and folder of a built package.
const [name = '', folder = ''] = process.argv.slice(2);

const { dataDir, objectStore } = readSettings(process.env, process.cwd());
void publishBuilt(openSiteStore(dataDir, objectStore), { name, folder });
