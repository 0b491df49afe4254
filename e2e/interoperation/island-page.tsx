import { createIsland } from '@site/shared-ui/island';
import * as island from './island-html';

export const Page = createIsland(island);
