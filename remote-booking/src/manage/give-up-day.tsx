import { formatFrenchDate } from '@site/shared-ui';
import type { ManagedDay } from '../api/managed-request';
import { manage } from '../content/manage';
import { AskFirst } from './ask-first';

interface GiveUpDayProps {
  readonly day: ManagedDay;
  readonly isSending: boolean;
  readonly onGiveUp: (date: string) => void;
}

export function GiveUpDay({ day: { date, confirmed }, isSending, onGiveUp }: GiveUpDayProps) {
  const { name, title, text, ...others } = manage.giveUp;
  const day = formatFrenchDate(date);
  const words = { ...others, title: title(day), text: text(confirmed) };
  return <AskFirst name={name(day)} onConfirm={() => onGiveUp(date)} {...{ words, isSending }} />;
}
