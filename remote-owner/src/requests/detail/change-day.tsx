import { Button, chakra, Dialog, Stack, todayInParis } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { type ReactNode, useState } from 'react';
import { formatDay } from '../../content/dates';
import { detail } from '../../content/requests';
import { space } from '../../content/space';
import type { ActionProps } from './message-section';

interface ChangeDayProps extends Omit<ActionProps, 'request'> {
  readonly dates: readonly string[];
}

export function ChangeDay({ dates, run, isDisabled }: ChangeDayProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [to, setTo] = useState('');
  const from = chosen && dates.includes(chosen) ? chosen : (dates[0] ?? '');
  const change = () => {
    setIsOpen(false);
    run({ name: 'owner_change_day', args: { from_day: from, to_day: to } });
  };
  return (
    <>
      <Button variant="quiet" disabled={isDisabled} onClick={() => setIsOpen(true)}>
        {detail.change}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={detail.changeTitle}
        actions={
          <>
            <Button variant="primary" disabled={isDisabled || !to || to === from} onClick={change}>
              {detail.changeDo}
            </Button>
            <Button variant="quiet" onClick={() => setIsOpen(false)}>
              {space.cancel}
            </Button>
          </>
        }
      >
        <Stack gap="4">
          <SelectField label={detail.changeFrom} name="change-from" value={from} onValue={setChosen}>
            {dates.map((date) => (
              <option key={date} value={date}>
                {formatDay(date)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={detail.changeTo}
            name="change-to"
            type="date"
            min={todayInParis()}
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        </Stack>
      </Dialog>
    </>
  );
}

const Control = chakra('select', {
  base: {
    width: 'full',
    minHeight: '12',
    paddingInline: '4',
    bg: 'chalk',
    color: 'ink',
    borderWidth: '1px',
    borderColor: 'edge',
    borderRadius: 'button',
    fontSize: 'md',
  },
});
const Label = chakra('label', { base: { fontWeight: 'semibold' } });

interface SelectFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly children: ReactNode;
}

function SelectField({ label, name, value, onValue, children }: SelectFieldProps) {
  return (
    <Stack gap="2">
      <Label htmlFor={name}>{label}</Label>
      <Control id={name} value={value} onChange={(event) => onValue(event.target.value)}>
        {children}
      </Control>
    </Stack>
  );
}
