/** WebKit does not print lazy pictures that the visitor has not scrolled to. */
export function loadPicturesForPrint(page: Window) {
  page.addEventListener('beforeprint', () => {
    for (const picture of page.document.querySelectorAll('img[loading="lazy"]'))
      picture.setAttribute('loading', 'eager');
  });
}
