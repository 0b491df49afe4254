import { renderToString } from 'react-dom/server.browser';
import { OwnPage } from './island';

export { mount } from './island';
export const html = () => renderToString(<OwnPage />);
