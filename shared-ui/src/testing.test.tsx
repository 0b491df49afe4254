import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeHost, renderInHost } from './testing';

test('a fake host keeps its overrides and is frozen', () => {
  const notify = jest.fn();
  const host = fakeHost({ notify });
  expect(host.notify).toBe(notify);
  expect(host.paths.booking).toBe('/booking');
  expect(Object.isFrozen(host)).toBe(true);
});

test('the fake host’s Link is a plain link', async () => {
  const { Link, paths } = fakeHost();
  const onClick = jest.fn((event) => event.preventDefault());
  renderInHost(
    <Link to={paths.contact} onClick={onClick}>
      Contact
    </Link>,
  );
  const link = screen.getByRole('link', { name: 'Contact' });
  expect(link).toHaveAttribute('href', '/contact');
  await userEvent.setup().click(link);
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('the fake host stores the consent and notifies subscribers', () => {
  const { consent } = fakeHost();
  const onChange = jest.fn();
  const stop = consent.subscribe(onChange);
  consent.choose('rejected');
  expect(consent.get()).toBe('rejected');
  expect(onChange).toHaveBeenCalledTimes(1);
  stop();
  consent.choose('accepted');
  expect(onChange).toHaveBeenCalledTimes(1);
});
