import type { Site } from '@site/contract/host';
import type { RemoteRoute } from '@site/contract/routes';

export const pageTitle = ({ title }: Pick<RemoteRoute, 'title'>, { product }: Site) => `${title} | ${product}`;
