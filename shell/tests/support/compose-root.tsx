import { act } from '@testing-library/react';
import { renderToString } from 'react-dom/server.node';
import { StaticRouter } from 'react-router-dom';
import { createSite, type SiteOptions } from './create-site';

export async function composeRoot(path: string, options: Pick<SiteOptions, 'site'> = {}) {
  const tree = (
    <StaticRouter location={path}>{createSite({ ...options, composed: { path, html: '' } }).app}</StaticRouter>
  );
  // The first rendering requests the page's code; the second one includes the page.
  renderToString(tree);
  await act(async () => undefined);
  const root = document.createElement('div');
  root.id = 'root';
  root.innerHTML = renderToString(tree);
  document.body.replaceChildren(root);
  return root;
}
