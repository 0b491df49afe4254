import { remoteConfig } from '@site/tooling/remote-config';
import { contract } from './contract';

export default remoteConfig(import.meta.dirname, contract);
