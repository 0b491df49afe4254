import './scrolling';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { createSite, type SiteOptions } from './create-site';

export async function openSite(path: string, options: SiteOptions = {}) {
  window.history.replaceState(null, '', path);
  const { host, pages, app } = createSite(options);
  await act(async () => {
    render(<BrowserRouter>{app}</BrowserRouter>);
  });
  return { host, pages, user: userEvent.setup() };
}
