import { shellConfig } from '@site/tooling/shell-config';

export default shellConfig(import.meta.dirname);
