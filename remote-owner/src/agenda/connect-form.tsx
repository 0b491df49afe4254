import { Button, Flex, Stack, Text } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { type FormEvent, useState } from 'react';
import { ownCalendar as words } from '../content/own-calendar';
import { refusals } from '../content/space';
import { Form } from '../view/form';
import { useOwnCalendar } from './use-own-calendar';

const ADDRESS = /^(?:https|webcal):\/\/[^\s/]+\.\S+$/i;

interface ConnectFormProps {
  readonly isOld: boolean;
  readonly onConnected?: () => void;
}

/** Asks for the address of a calendar, which is never shown again. */
export function ConnectForm({ isOld, onConnected }: ConnectFormProps) {
  const [address, setAddress] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const connecting = useOwnCalendar('owner_set_own_calendar', { onDone: onConnected });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = address.trim();
    setIsWrong(!ADDRESS.test(typed));
    if (ADDRESS.test(typed) && !connecting.isPending) connecting.mutate({ address: typed });
  };
  return (
    <Form aria-label={words.title} onSubmit={submit}>
      <TextField
        label={words.address}
        name="own-calendar"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={words.hint}
        error={isWrong ? refusals['no-calendar-address'] : undefined}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Stack gap="2">
        <Text fontWeight="semibold">{words.where}</Text>
        <Stack as="ul" gap="1" listStyleType="none">
          {words.programs.map(({ name, text }) => (
            <Text as="li" key={name} fontSize="sm">
              {`${name}\u00a0: ${text}`}
            </Text>
          ))}
        </Stack>
      </Stack>
      <Flex>
        <Button variant="primary" type="submit" disabled={isOld}>
          {words.connect}
        </Button>
      </Flex>
    </Form>
  );
}
