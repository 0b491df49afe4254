-- Which networks the pages of a release were sent to: one that opens many pages is one visitor who saw nothing, not many.
-- A set of 64 groups: any number of servers may add to it, and no group tells who was there.

create table private.served_networks (
  hour     timestamptz not null,
  remote   text not null,
  release  text not null,
  networks bit(64) not null,
  constraint served_networks_pkey primary key (hour, remote, release)
);

comment on table private.served_networks is
  'Groups of networks by hour and release, to which the site''s servers sent pages. In no backup; kept as long as incidents.';
comment on column private.served_networks.networks is
  'One bit for each group; a network has the same one on all servers, and others for other releases.';

-- `groups` holds numbers from 0 to 63 by part and release: {"booking": {"1.0.0-ab12cd34ef": [3, 41]}}.
create function private.add_served_networks(groups json) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_page_counts();
  insert into private.served_networks as n (hour, remote, release, networks)
    select date_trunc('hour', now(), 'UTC'), part.key, of_part.key,
        bit_or(set_bit(0::bit(64), network.value::integer, 1))
      from json_each(groups) as part, json_each(part.value) as of_part,
        json_array_elements_text(of_part.value) as network
      group by part.key, of_part.key
    on conflict (hour, remote, release) do update set networks = n.networks | excluded.networks;
end $$;
