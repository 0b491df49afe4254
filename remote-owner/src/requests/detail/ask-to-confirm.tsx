import { Stack, Text } from '@site/shared-ui';
import { useEffect } from 'react';
import type { Clash } from '../../api/requests';
import { formatDay } from '../../content/dates';
import { detail } from '../../content/request-detail';
import { Question } from '../../view/question';
import { currentView, listOf, openView, useView } from '../../view/view';
import { Clashes } from '../clashes';
import type { ActionProps } from './message-section';

interface AskToConfirmProps extends ActionProps {
  readonly clashes: readonly Clash[];
  /** See `daysToLeave`. */
  readonly leftAtFirst: readonly string[];
  readonly tellsVisitor: boolean;
}

const dropAction = (id: string) => openView({ ...listOf(currentView()), request: id }, { replace: true });

/** Opened by a mail's « Confirmer ». The link itself confirms nothing, since mail scanners open links. */
export function AskToConfirm({ request, clashes, leftAtFirst, tellsVisitor, run, isDisabled }: AskToConfirmProps) {
  const { id, name, dates, status } = request;
  const { action } = useView();
  const isPossible = status === 'nouvelle' && dates.length > 0;
  const leave = () => dropAction(id);
  useEffect(() => {
    // Otherwise the dialog would appear when the request is reopened.
    if (action && !isPossible) dropAction(id);
  }, [action, isPossible, id]);
  const free = dates.filter((date) => !leftAtFirst.includes(date));
  // When no day is free, the database asks whether to confirm all the same.
  const wanted = free.length > 0 ? free : dates;
  const confirm = () => {
    leave();
    run({ name: 'owner_confirm', args: { dates: wanted.length === dates.length ? null : wanted } });
  };
  return (
    <Question
      open={action !== null && isPossible}
      onClose={leave}
      title={detail.confirmTitle}
      primary={{ label: detail.confirmAsked(wanted.length), act: confirm, isDisabled: isDisabled }}
      quiet={{ label: detail.confirmLater, act: leave }}
    >
      <Stack gap="4">
        <Text overflowWrap="anywhere">{detail.confirmText(name)}</Text>
        <Stack as="ul" gap="2" listStyleType="none">
          {dates.map((date) => (
            <li key={date}>
              {formatDay(date) + (wanted.includes(date) ? '' : ` (${detail.notKept})`)}
              <Clashes of={clashes} on={date} />
            </li>
          ))}
        </Stack>
        <Text>{detail.confirmTells(tellsVisitor)}</Text>
      </Stack>
    </Question>
  );
}
