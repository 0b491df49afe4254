import { loadPicturesForPrint } from './load-pictures-for-print';

test('pictures that were not scrolled to are loaded once the page is to be printed', () => {
  const picture = document.body.appendChild(document.createElement('img'));
  picture.setAttribute('loading', 'lazy');
  loadPicturesForPrint(window);
  expect(picture).toHaveAttribute('loading', 'lazy');
  window.dispatchEvent(new Event('beforeprint'));
  expect(picture).toHaveAttribute('loading', 'eager');
});
