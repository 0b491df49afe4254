import { dayMinutes, followedShare } from '@site/contract/day-hours';
import type { HalfDay } from '@site/contract/day-papers';
import { centsInEuros, pricesOf, requestCents } from '@site/contract/offer';
import { Button, Stack } from '@site/shared-ui';
import { fieldId, TextField } from '@site/shared-ui/form';
import { useOwner } from '../api/owner-api';
import type { ReservationFile } from '../api/wire';
import { dayFile } from '../content/day-file';
import { readPrice, writePrice } from './trainee-form';

const words = dayFile.held;

export const PRICE = 'file-followedCents';

interface FollowedPriceProps {
  readonly reservation: ReservationFile;
  readonly kept: readonly HalfDay[];
  /** Null for what is saved. */
  readonly typed: string | null;
  readonly isWrong: boolean;
  readonly onType: (price: string) => void;
}

/** What the invoice is for, where less was followed than planned. */
export function FollowedPrice({ reservation: { request, file }, kept, typed, isWrong, onType }: FollowedPriceProps) {
  const { site } = useOwner().host;
  const { confirmedDates: days, isAgefice } = request;
  const agreed = requestCents({ ...file, isAgefice }, days.length, pricesOf(site));
  const share = followedShare(kept, { cents: agreed, days, today: dayMinutes(site.day) });
  const value = typed ?? writePrice(file.followedCents);
  const fillIn = (cents: number) => {
    onType(writePrice(cents));
    // The button goes, and would take the focus with it.
    document.getElementById(fieldId(PRICE))?.focus();
  };
  return (
    <Stack gap="2" align="flex-start">
      <TextField
        label={words.price}
        hint={words.priceHint(centsInEuros(agreed), site.papers?.earlyLeave ?? '')}
        name={PRICE}
        inputMode="decimal"
        maxLength={12}
        autoComplete="off"
        value={value}
        error={isWrong ? dayFile.wrong.price : undefined}
        onChange={({ target }) => onType(target.value)}
      />
      {share !== null && readPrice(value) !== share && (
        <Button variant="quiet" onClick={() => fillIn(share)}>
          {words.share(centsInEuros(share), Boolean(site.papers?.earlyLeave))}
        </Button>
      )}
    </Stack>
  );
}
