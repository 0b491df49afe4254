-- Nobody but the owner of the schema may use what is not granted beside its definition.

revoke all on all tables in schema private from public, anon, authenticated;
revoke all on all functions in schema private from public;

-- The default privileges of hosted Supabase let anon call each new function of the schema public.
revoke all on all functions in schema public from public, anon, authenticated;
grant execute on function
  public.owner_own_calendar, public.owner_set_own_calendar, public.owner_read_own_calendar, public.owner_days,
  public.owner_set_days, public.owner_retry_mails, public.owner_mail_records, public.owner_me,
  public.owner_sessions, public.owner_end_session, public.owner_push, public.owner_add_push,
  public.owner_remove_push, public.owner_confirm, public.owner_cancel, public.owner_reopen, public.owner_verify,
  public.owner_change_day, public.owner_handle, public.owner_note, public.owner_tell, public.owner_spam,
  public.owner_handle_all, public.owner_follow_up, public.owner_add_request, public.owner_requests,
  public.owner_request, public.owner_export, public.owner_agenda, public.owner_person, public.owner_erase_person,
  public.owner_feed, public.owner_renew_feed, public.owner_today, public.owner_figures,
  public.owner_confirm_retention, public.owner_health, public.owner_day_file, public.owner_see_day_file,
  public.owner_change_day_file, public.owner_mark_paper, public.owner_training_year, public.owner_report_year,
  public.owner_see_given_up, public.owner_leave_paper
  to authenticated, service_role;
grant execute on function public.closed_days to anon, authenticated, service_role;
grant execute on function public.manage_request, public.manage_cancel, public.manage_ask_day, public.manage_give_up_day,
  public.manage_want_days, public.manage_day_file, public.manage_fill_day_file, public.manage_answer, public.send_link_again
  to anon, service_role;
