import { catalogueServer } from '@site/tooling/alone-server';

export default catalogueServer(import.meta.dirname);
