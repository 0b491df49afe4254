import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app';
import { createConsentStore } from './consent/consent-store';
import { loadRemotePage } from './federation/load-remote';
import { createRemotePages } from './federation/remote-pages';
import { createHost } from './host';
import { createNavigation } from './navigation/navigation';
import { createNoticeStore } from './notices/notice-store';
import { readPageData } from './page-data';
import { whenWanted } from './when-wanted';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root: compose the site again.');

const data = readPageData(document);
const notices = createNoticeStore();
const navigation = createNavigation((to) => window.location.assign(to));
const consent = createConsentStore(window);
const host = createHost({ ...data, navigation, notices, consent });
const composed = root.firstChild
  ? { path: window.location.pathname, html: document.querySelector('main')?.innerHTML ?? '' }
  : null;
const pages = createRemotePages({ index: data.index, load: loadRemotePage, composed });

const tree = (
  <BrowserRouter>
    <App host={host} pages={pages} notices={notices} navigation={navigation} />
  </BrowserRouter>
);

if (composed) {
  whenWanted(() => {
    hydrateRoot(root, tree, {
      onRecoverableError: (error) => console.error('The composed page could not be taken over as it is.', error),
    });
  });
} else {
  createRoot(root).render(tree);
}
