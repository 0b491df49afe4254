import { cellsOf, FACT_COLUMNS, MAX_LINES } from '@site/contract/typed-facts';
import { Box, Button, Flex, Icon, IconButton, Stack, Text, todayInParis } from '@site/shared-ui';
import { FieldError, fieldId, TextAreaField, TextField } from '@site/shared-ui/form';
import { X } from 'lucide';
import { useRef } from 'react';
import type { Fact } from '../api/release-answers';
import type { TableText } from '../content/fact-subjects';
import { facts as words } from '../content/facts';

/** Two lines, and as many as are typed in browsers that can. */
export const growing = { minHeight: '20', css: { fieldSizing: 'content' } };

/** What each control of a text has, whatever its kind. */
export interface ControlledField {
  readonly label: string;
  readonly name: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

interface TableFieldProps extends ControlledField {
  readonly fact: Fact;
  readonly table: TableText;
  /** One for each row, its cells separated by tabs. */
  readonly lines: readonly string[];
  readonly refusals: ReadonlyMap<string, string>;
  readonly onType: (lines: readonly string[]) => void;
}

/** A table whose rows are edited one below the other, as on a phone. */
export function TableField({ label, hint, fact, table, lines, refusals, onType, ...field }: TableFieldProps) {
  const { disabled } = field;
  const group = useRef<HTMLDivElement>(null);
  const columns = FACT_COLUMNS[fact.key] ?? [];
  const rows = lines.map((line, at) => ({ cells: cellsOf(line), at, place: `${fact.key}[${at}]` }));
  const change = (at: number, cells: readonly string[]) => onType(lines.with(at, cells.join('\t')));
  const remove = (at: number) => {
    onType(lines.filter((_, row) => row !== at));
    // The button that has the focus goes away.
    group.current?.focus();
  };
  return (
    <Stack ref={group} gap="4" role="group" aria-label={label} id={fieldId(field.name)} tabIndex={-1}>
      <Box>
        <Text fontWeight="semibold">{label}</Text>
        <Text fontSize="sm" color="ink.soft">
          {hint}
        </Text>
      </Box>
      {rows.map(({ cells, at, place }) => (
        <Row
          key={place}
          table={table}
          columns={columns}
          refusals={refusals}
          disabled={disabled}
          place={place}
          cells={cells}
          title={`${table.row} ${at + 1}`}
          onChange={(changed) => change(at, changed)}
          onRemove={() => remove(at)}
        />
      ))}
      <FieldError {...field} />
      <Button
        alignSelf="flex-start"
        variant="quiet"
        disabled={disabled || lines.length >= MAX_LINES}
        onClick={() => onType([...lines, columns.map(() => '').join('\t')])}
      >
        {table.add}
      </Button>
    </Stack>
  );
}

interface RowProps {
  readonly table: TableText;
  readonly columns: readonly string[];
  readonly title: string;
  /** Begins the keys of its cells: `day[0]`. */
  readonly place: string;
  readonly cells: readonly string[];
  readonly refusals: ReadonlyMap<string, string>;
  readonly disabled: boolean;
  readonly onChange: (cells: readonly string[]) => void;
  readonly onRemove: () => void;
}

function Row({ table, columns, title, place, cells, refusals, disabled, onChange, onRemove }: RowProps) {
  const isUnshown = columns.some(
    (column, at) => table.columns[column]?.isNeeded && !(cells[at] && cells[at] <= todayInParis()),
  );
  return (
    <Stack gap="3" role="group" aria-label={title} borderLeftWidth="4px" borderColor="sand" paddingLeft="4">
      <Flex justify="space-between" align="center">
        <Text fontWeight="semibold">{title}</Text>
        <IconButton label={words.removeRow(title)} disabled={disabled} onClick={onRemove}>
          <Icon of={X} />
        </IconButton>
      </Flex>
      {isUnshown && <Text fontSize="sm">{table.unshown}</Text>}
      <Flex
        gap="4"
        wrap="wrap"
        css={{ '& > *': { flex: '1 1 100%', minWidth: '0' }, '& > :has([type="time"])': { flexBasis: '9rem' } }}
      >
        {columns.map((column, at) => {
          const { label = '', type = 'text', isLong, wraps } = table.columns[column] ?? {};
          const key = `${place}.${column}`;
          const shared = {
            label,
            name: `fact-${key}`,
            disabled,
            error: refusals.get(key),
            value: cells[at] ?? '',
            onChange: ({ target }: { readonly target: { readonly value: string } }) =>
              onChange(
                columns.map((_, other) =>
                  other === at ? target.value.replace(wraps ? /[\t\n]/g : /\t/g, ' ') : (cells[other] ?? ''),
                ),
              ),
          };
          return isLong || wraps ? (
            <TextAreaField key={key} {...shared} {...growing} />
          ) : (
            <TextField key={key} {...shared} type={type} autoComplete="off" />
          );
        })}
      </Flex>
    </Stack>
  );
}
