"""Pictures of tables that never were, with the truth about what lies on them."""
