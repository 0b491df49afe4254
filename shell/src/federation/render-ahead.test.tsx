import type { Host, HostedPage } from '@site/contract/host';
import { Box } from '@site/shared-ui';
import { waitFor } from '@testing-library/react';
import { useEffect, useLayoutEffect } from 'react';
import { Link } from 'react-router-dom';
import { createRenderAhead } from './render-ahead';

const host = { site: { product: 'Journée' } } as Host;
/** A page that records what runs. */
function createPage(ran: string[], name = 'page'): HostedPage {
  return function Page({ host: { site } }) {
    ran.push(`${name} for ${site.product}`);
    useLayoutEffect(() => void ran.push('layout effect'));
    useEffect(() => void ran.push('effect'));
    return (
      <Box color="rebeccapurple">
        <Link to="/contact">Écrire</Link>
      </Box>
    );
  };
}

afterEach(() => {
  for (const name of ['connection', 'deviceMemory']) Reflect.deleteProperty(navigator, name);
  jest.restoreAllMocks();
});

const insertedRules = () =>
  [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText);

test('renders a page, inserts its styles, and leaves nothing else of it', async () => {
  const ran: string[] = [];
  createRenderAhead(host)('/booking', createPage(ran));
  expect(ran).toEqual([]);
  await waitFor(() => expect(insertedRules().join('')).toContain('rebeccapurple'));
  expect(ran).toEqual(['page for Journée']);
  expect(document.body).toBeEmptyDOMElement();
});

test('a page that throws says nothing, and the next one is rendered', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation();
  const ran: string[] = [];
  const renderAhead = createRenderAhead(host);
  renderAhead('/booking', () => {
    throw new Error('A fault of the page.');
  });
  renderAhead('/contact', createPage(ran));
  await waitFor(() => expect(ran).toEqual(['page for Journée']));
  expect(said).not.toHaveBeenCalled();
});

test.each([
  ['saves data', () => Object.assign(navigator, { connection: { saveData: true } })],
  ['has little memory', () => Object.assign(navigator, { deviceMemory: 2 })],
])('nothing is rendered for a visitor who %s', (_, set) => {
  set();
  const onIdle = jest.spyOn(window, 'setTimeout');
  createRenderAhead(host)('/booking', createPage([]));
  expect(onIdle).not.toHaveBeenCalled();
});

test('while another tab is read, nothing is rendered', async () => {
  const isHidden = jest.spyOn(document, 'hidden', 'get').mockReturnValueOnce(true);
  const ran: string[] = [];
  const renderAhead = createRenderAhead(host);
  renderAhead('/booking', createPage(ran, 'booking'));
  renderAhead('/contact', createPage(ran, 'contact'));
  await waitFor(() => expect(ran).toEqual(['contact for Journée']));
  expect(isHidden).toHaveBeenCalledTimes(2);
});
