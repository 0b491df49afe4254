import type { HostLinkProps } from '@site/contract/host';
import { fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FundedPlan } from './funded-plan';

/** Like the shell's link, calls the page's handler, but does not navigate. */
function StayingLink({ to, onClick, children }: HostLinkProps) {
  return (
    <a
      href={to}
      onClick={(event) => {
        onClick?.(event);
        event.preventDefault();
      }}
    >
      {children}
    </a>
  );
}

function setUp() {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  renderInHost(<FundedPlan host={fakeHost({ Link: StayingLink })} />);
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  return { scrollTo, user, link: screen.getByRole('link', { name: 'VOIR LES ÉTAPES' }) };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('scrolls to the top 100 ms after a click on the funding steps', async () => {
  const { scrollTo, user, link } = setUp();
  await user.click(link);
  jest.advanceTimersByTime(99);
  expect(scrollTo).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

it('does not scroll when the funding steps open in another tab', async () => {
  const { scrollTo, user, link } = setUp();
  await user.keyboard('{Control>}');
  await user.click(link);
  await user.keyboard('{/Control}');
  jest.advanceTimersByTime(100);
  expect(scrollTo).not.toHaveBeenCalled();
});
