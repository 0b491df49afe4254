// jsdom lays nothing out, so it cannot scroll: here is what was asked of it.
export const scrolledTo = jest.fn<void, [Element | 'top']>();

beforeEach(() => {
  scrolledTo.mockClear();
  // The newest browsers give a promise of the scroll's end.
  window.scrollTo = async () => scrolledTo('top');
  Element.prototype.scrollIntoView = async function scrollIntoView() {
    scrolledTo(this);
  };
});
