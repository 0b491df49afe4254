import { catalogueServer } from '@site/tooling/page-server';

export default catalogueServer(import.meta.dirname);
