import { startSite } from './running-site';

// A program: the first start of a site in a new data folder, which builds and publishes every part.
const [dataDir = ''] = process.argv.slice(2);
void startSite({ DATA_DIR: dataDir }).then((site) => site.end('SIGTERM'));
