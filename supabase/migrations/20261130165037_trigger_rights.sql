-- In a database of before these files, everybody has the right to run this trigger's function, as to all new ones.
revoke all on function private.end_agreement() from public;
