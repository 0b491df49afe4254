import { createRoot } from 'react-dom/client';
import { StandalonePage } from './standalone-page';

const root = document.body.appendChild(document.createElement('div'));
document.documentElement.lang = 'fr';
createRoot(root).render(<StandalonePage />);
