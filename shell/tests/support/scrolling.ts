// jsdom has no layout and cannot scroll: the calls are recorded.
export const scrolledTo = jest.fn<void, [Element | 'top']>();

beforeEach(() => {
  scrolledTo.mockClear();
  // The newest browsers return a promise.
  window.scrollTo = async () => scrolledTo('top');
  Element.prototype.scrollIntoView = async function scrollIntoView() {
    scrolledTo(this);
  };
});
