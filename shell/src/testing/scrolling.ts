// jsdom lays nothing out, so it cannot scroll: here is what was asked of it.
export const scrolledTo = jest.fn<void, [Element | 'top']>();

beforeEach(() => {
  scrolledTo.mockClear();
  window.scrollTo = () => scrolledTo('top');
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolledTo(this);
  };
});
