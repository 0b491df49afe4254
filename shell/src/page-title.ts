import type { RemoteRoute, Site } from '@site/shared-ui/host';

/** The document's title for a route. */
export const pageTitle = ({ title }: Pick<RemoteRoute, 'title'>, { product }: Site) => `${title} | ${product}`;
