import { createRoot } from 'react-dom/client';
import { UiProvider } from '../src/index';
import { CataloguePage } from './catalogue-page';

const root = document.body.appendChild(document.createElement('div'));
document.documentElement.lang = 'fr';
// `Reveal` hides elements only with this attribute.
document.documentElement.dataset.js = '';
createRoot(root).render(
  <UiProvider>
    <CataloguePage />
  </UiProvider>,
);
