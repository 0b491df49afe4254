-- In a database older than these files, everybody has the right to run this trigger's function, as to all new ones.
revoke all on function private.end_agreement() from public;
