import { createRoot } from 'react-dom/client';
import { AlonePage } from './alone-page';

const root = document.body.appendChild(document.createElement('div'));
document.documentElement.lang = 'fr';
createRoot(root).render(<AlonePage />);
