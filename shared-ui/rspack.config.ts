import { catalogueServer } from '@site/build/page-server';

export default catalogueServer(import.meta.dirname);
