import { catalogueServer } from '@site/release-build/page-server';

export default catalogueServer(import.meta.dirname);
