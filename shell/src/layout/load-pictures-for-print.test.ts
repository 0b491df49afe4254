import { loadPicturesForPrint } from './load-pictures-for-print';

test('lazy pictures are loaded before the page is printed', () => {
  const picture = document.body.appendChild(document.createElement('img'));
  picture.setAttribute('loading', 'lazy');
  loadPicturesForPrint(window);
  expect(picture).toHaveAttribute('loading', 'lazy');
  window.dispatchEvent(new Event('beforeprint'));
  expect(picture).toHaveAttribute('loading', 'eager');
});
