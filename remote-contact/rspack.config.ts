import { remoteConfig } from '@site/release-build/remote-config';
import { contract } from './contract';

export default remoteConfig(import.meta.dirname, contract);
