"""An upright reader of dice that starts from ImageNet weights: one crop, one answer, asked at many turns."""
