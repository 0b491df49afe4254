// Made from the migrations by `npx pnpm types`, with the generator of `supabase gen types`. Not edited by hand.

export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "12"
  }
  public: {
    Tables: {
      contacts: {
        Row: Record<string, never>
        Insert: {
          attempt?: string | null
          created_at?: string
          email: string
          flagged?: boolean
          handled_at?: string | null
          id?: string
          is_agefice?: boolean
          is_spam?: boolean
          message?: string | null
          nom: string
          note?: string | null
          prenom: string
          release?: string | null
          shell?: string | null
          telephone: string
          unwanted?: boolean
          version?: number
        }
        Update: Record<string, never>
        Relationships: []
      }
      incidents: {
        Row: Record<string, never>
        Insert: {
          code: string
          column?: number | null
          created_at?: string
          id?: never
          line?: number | null
          mended?: string | null
          phase: string
          preview?: boolean
          release: string
          remote: string
          reporter?: number | null
          route: string
          script?: string | null
          thrown_in?: string | null
        }
        Update: Record<string, never>
        Relationships: []
      }
      live_pages: {
        Row: Record<string, never>
        Insert: {
          release: string
          remote: string
          route: string
          shell: string
        }
        Update: Record<string, never>
        Relationships: []
      }
      page_speeds: {
        Row: Record<string, never>
        Insert: {
          cls?: number | null
          fcp?: number | null
          inp?: number | null
          lcp?: number | null
          release: string
          remote: string
          route: string
          shell: string
          ttfb?: number | null
        }
        Update: Record<string, never>
        Relationships: []
      }
      reservation_dates: {
        Row: Record<string, never>
        Insert: {
          confirmed?: boolean
          created_at?: string
          date: string
          declined?: boolean
          reservation_id: string
          seat?: string
        }
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: "reservation_dates_reservation_id_fkey"
            columns: ["reservation_id"]
            referencedRelation: "reservations"
            referencedColumns: ["id"]
          },
        ]
      }
      reservations: {
        Row: {
          attempt: string | null
          by_phone: boolean
          convention_sent_on: string | null
          convention_signed_on: string | null
          created_at: string
          day_cents: number | null
          days_wanted: string | null
          email: string
          flagged: boolean
          handled_at: string | null
          held_on: string | null
          id: string
          is_agefice: boolean
          is_spam: boolean
          made_in: unknown
          name: string
          note: string | null
          paid_on: string | null
          phone: string | null
          release: string | null
          shell: string | null
          status: string
          unwanted: boolean
          version: number
        }
        Insert: {
          attempt?: string | null
          by_phone?: boolean
          convention_sent_on?: string | null
          convention_signed_on?: string | null
          created_at?: string
          day_cents?: number | null
          days_wanted?: string | null
          email: string
          flagged?: boolean
          handled_at?: string | null
          held_on?: string | null
          id?: string
          is_agefice?: boolean
          is_spam?: boolean
          made_in?: unknown
          name: string
          note?: string | null
          paid_on?: string | null
          phone?: string | null
          release?: string | null
          shell?: string | null
          status?: string
          unwanted?: boolean
          version?: number
        }
        Update: Record<string, never>
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      closed_days: { Args: { first?: string; last?: string }; Returns: Json }
      manage_answer: { Args: { answers: Json; secret: string }; Returns: Json }
      manage_ask_day: {
        Args: {
          from_day: string
          secret: string
          to_day: string
          version: number
        }
        Returns: Json
      }
      manage_cancel: {
        Args: { secret: string; version: number }
        Returns: Json
      }
      manage_day_file: { Args: { secret: string }; Returns: Json }
      manage_fill_day_file: {
        Args: { changes: Json; secret: string; version: number }
        Returns: Json
      }
      manage_give_up_day: {
        Args: { day: string; secret: string; version: number }
        Returns: Json
      }
      manage_request: { Args: { secret: string }; Returns: Json }
      manage_want_days: {
        Args: { days_wanted: string; secret: string; version: number }
        Returns: Json
      }
      owner_add_push: {
        Args: { auth: string; endpoint: string; p256dh: string }
        Returns: Json
      }
      owner_add_request: {
        Args: {
          also_confirmed?: string[]
          attempt: string
          dates: string[]
          email: string
          is_agefice: boolean
          name: string
          note?: string
          phone: string
          tell?: boolean
        }
        Returns: Json
      }
      owner_agenda: { Args: { first: string; last: string }; Returns: Json }
      owner_cancel: {
        Args: { id: string; reason?: string; version: number }
        Returns: Json
      }
      owner_change_day: {
        Args: {
          also_confirmed?: string[]
          from_day: string
          id: string
          to_day: string
          version: number
        }
        Returns: Json
      }
      owner_change_day_file: {
        Args: { changes: Json; id: string; version: number }
        Returns: Json
      }
      owner_confirm: {
        Args: {
          also_confirmed?: string[]
          dates?: string[]
          id: string
          version: number
        }
        Returns: Json
      }
      owner_confirm_retention: { Args: { requests: number }; Returns: Json }
      owner_day_file: { Args: { id: string }; Returns: Json }
      owner_days: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_end_session: { Args: { id: string }; Returns: Json }
      owner_erase_person: {
        Args: { email: string; typed: string }
        Returns: Json
      }
      owner_export: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_feed: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_figures: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_follow_up: {
        Args: {
          day?: string
          id: string
          print?: string
          step: string
          version: number
        }
        Returns: Json
      }
      owner_handle: {
        Args: { handled: boolean; id: string; version: number }
        Returns: Json
      }
      owner_handle_all: {
        Args: { expected?: number; ids: string[] }
        Returns: Json
      }
      owner_health: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_leave_paper: {
        Args: { id: string; paper: string; print: string; version: number }
        Returns: Json
      }
      owner_mail_records: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_mark_paper: {
        Args: {
          day?: string
          id: string
          paper: string
          print?: string
          step: string
          version: number
        }
        Returns: Json
      }
      owner_me: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_note: {
        Args: { id: string; note: string; version: number }
        Returns: Json
      }
      owner_own_calendar: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_person: { Args: { email: string }; Returns: Json }
      owner_push: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_read_own_calendar: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      owner_remove_push: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_renew_feed: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_reopen: { Args: { id: string; version: number }; Returns: Json }
      owner_report_year: {
        Args: { filed: boolean; year: number }
        Returns: Json
      }
      owner_request: { Args: { id: string }; Returns: Json }
      owner_requests: {
        Args: {
          before?: string
          filter?: string
          oldest?: boolean
          search?: string
          size?: number
        }
        Returns: Json
      }
      owner_retry_mails: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_see_day_file: { Args: { id: string }; Returns: Json }
      owner_see_given_up: {
        Args: { id: string; refunded_on?: string; version: number }
        Returns: Json
      }
      owner_sessions: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_set_days: {
        Args: {
          confirmedDays: boolean
          holidays: boolean
          horizonDays: number
          noticeDays: number
          off: string[]
          periods: Json
          version: number
          weekly: boolean[]
        }
        Returns: Json
      }
      owner_set_own_calendar: { Args: { address: string }; Returns: Json }
      owner_spam: { Args: { expected?: number; ids: string[] }; Returns: Json }
      owner_tell: {
        Args: { channel: string; id: string; version: number }
        Returns: Json
      }
      owner_today: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_training_year: { Args: { year: number }; Returns: Json }
      owner_verify: { Args: { id: string; version: number }; Returns: Json }
      send_link_again: { Args: { attempt: string }; Returns: boolean }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}
