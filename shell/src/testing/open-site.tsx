import './scrolling';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { createSite, type SiteParts } from './create-site';

export async function openSite(path: string, parts: SiteParts = {}) {
  window.history.replaceState(null, '', path);
  const { host, pages, app } = createSite(parts);
  await act(async () => {
    render(<BrowserRouter>{app}</BrowserRouter>);
  });
  return { host, pages, user: userEvent.setup() };
}
